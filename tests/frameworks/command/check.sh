#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A program that ends, and prints, as its first argument says.
echo "out of $1"
echo "err of $1" >&2
case $1 in
  pass) ;;
  fail) exit 3 ;;
  skip) exit 77 ;;
  segv) kill -SEGV $$ ;;
  hang) sleep 1000 ;;
  env) test "$CHECK" = yes ;;
  *) exit 4 ;;
esac
