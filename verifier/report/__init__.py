"""What was found, as others read it: JSON, JUnit, SARIF, a page."""
