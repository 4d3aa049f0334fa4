#!/usr/bin/env python3
"""write.py FOLDER - writes what Doxygen and Sphinx read: headers, pages of the reference, pages of the repository."""
import sys
from pathlib import Path

import headers
import pages

work = Path(sys.argv[1])
headers.write(work / "headers", work / "site/reference")
pages.write(work / "site", work / "files")
