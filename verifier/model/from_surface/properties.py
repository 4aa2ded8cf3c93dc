"""What may follow a dot: properties of players, components and zones."""

from __future__ import annotations

from verifier.diagnostics import nearest
from verifier.kernel import expression as k
from verifier.kernel.domain import Domain, Number, Players, Things, Zones
from verifier.model.from_surface.names import Meanings
from verifier.model.from_surface.reading import UNKNOWN
from verifier.model.from_surface.scope import Meaning, Pending, Scope, Typed
from verifier.model.types import ANYTHING, called, fits
from verifier.surface import nodes


class Properties(Meanings):
    def property(self, of: Typed, name: nodes.Name, scope: Scope) -> Meaning:
        text, domain = name.text, of.domain
        if domain is None or domain == ANYTHING:
            return UNKNOWN
        match domain:
            case Players():
                if text == "opponent":
                    return self.opponent(of, name, scope)
                if text == "left":
                    return self.left(of)
            case Things():
                found = self.thing_property(of, domain, text)
                if found is not None:
                    return found
            case Zones():
                index = "player" if text == "owner" else text
                family = self.world.families.get(domain.name)
                if family is not None and index in dict(family.index):
                    return Typed(k.Lookup(f"zone {index}", (of.expr,)), dict(family.index)[index])
            case _:
                pass
        declared = self.declared(text, (of,))
        if declared is not None:
            return declared
        near = nearest(text, self.properties(domain))
        hint = f"did you mean `{near}`?" if near else None
        return self.wrong(
            "N223",
            name.span,
            "unknown property",
            scope,
            hint,
            name=text,
            of=called(domain),
        )

    def thing_property(self, of: Typed, domain: Things, text: str) -> Meaning | None:
        field = self.world.fields.get(text)
        if field is not None and (not domain.ids or field.things & set(domain.ids)):
            if field.per is not None:
                return Pending("field", field.tables[0], (of,), (field.per,))
            return Typed(k.Lookup(field.tables[0], (of.expr,)), field.domain)
        if text == "position":
            return Typed(k.Position(of.expr), Number(0, max(1, len(self.world.things)) - 1))
        index = "player" if text == "owner" else text
        table = self.world.tables.get(f"zone {index}")
        if table is not None:
            return Typed(k.Lookup(f"zone {index}", (k.ZoneOf(of.expr),)), table.domain)
        if field is not None:
            return Typed(k.Lookup(field.tables[0], (of.expr,)), field.domain)
        return None

    def properties(self, domain: Domain) -> list[str]:
        """Every name that may follow a dot here."""
        world = self.world
        names = [name for name, cell in world.cells.items() if cell.index and fits(domain, cell.index[0])]
        names += [
            name
            for name in self.definitions.names
            if (p := self.definitions.params(name)) and fits(domain, p[0])
        ]
        match domain:
            case Things():
                names += [*world.fields, "position", "owner"]
                names += [name[5:] for name in world.tables if name.startswith("zone ")]
            case Players():
                names += ["opponent", "left"]
                names += [f.name for f in world.families.values() if f.index and f.index[0][0] == "player"]
            case Zones(name, _):
                names += [index for index, _ in world.families[name].index] if name in world.families else []
            case _:
                pass
        return names
