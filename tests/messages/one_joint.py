"""A body on one joint, as a file would have it."""

HEAD = 'format = 1\nkind = "mechanism"\nname = "{}"\n'


def one_joint(body: str, joint: str, kind: str, axis: str, centre: str = "") -> str:
    """Without the head of the file; the body has no more than its mass and, where it is given, its centre."""
    place = f"centre = {centre}\n" if centre else ""
    return (
        f'[bodies.{body}]\nmass = 1\n{place}[joints.{joint}]\ntype = "{kind}"\nparent = "ground"\n'
        f'child = "{body}"\npoint = [0, 0, 0]\naxis = {axis}\n'
    )
