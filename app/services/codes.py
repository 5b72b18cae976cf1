"""QR codes of links, as an SVG that lives in the page."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

from markupsafe import Markup


@lru_cache(maxsize=256)
def qr_code(url: str, label: str) -> Markup:
    """The QR code of ``url`` with the light margin that readers need; ``label`` is its text alternative."""
    import segno  # only pages with a code need it: the server starts without

    target = BytesIO()
    code = segno.make(url, error="m", micro=False)
    code.save(target, kind="svg", xmldecl=False, svgns=False, omitsize=True, border=4, svgclass="qr", lineclass=None)
    named = Markup('<svg role="img" aria-label="{}"').format(label)
    return Markup(target.getvalue().decode().replace("<svg", named, 1))
