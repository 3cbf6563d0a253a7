"""Paper: a tournament's lists, slips and cards as PDF. What stands in them is put together here, page by page as data;
the `.typ` files beside it lay it out (https://typst.app), all by `layout.typ`.
"""
