# SPDX-License-Identifier: Apache-2.0
import no_such_module  # noqa: F401


def test_never():
    pass
