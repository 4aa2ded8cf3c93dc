// Before the page is painted: the light the reader chose last time.
try {
  const light = localStorage.getItem("light");
  if (light) document.documentElement.dataset.light = light;
} catch { /* a page opened from a file may have no memory */ }
