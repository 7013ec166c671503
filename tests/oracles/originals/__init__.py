"""The original implementations of wire formats, each as a class that reads and writes values of one type.

A value is in Polywire's plain JSON: enums as numbers, bytes in base64, the case of a union as a member of the struct.
"""

import pathlib

SCHEMAS = pathlib.Path(__file__).parent.parent / "schemas"
