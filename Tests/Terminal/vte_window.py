#!/usr/bin/env python3
"""A VTE terminal in a window, driven by lines of JSON: `{"resize": [columns, rows]}`, `{"type": TEXT}`, `{"text": true}`.

The command line is `COLUMNS ROWS COMMAND…`. It answers each line with one line of JSON. It needs GTK 3 and VTE 2.91 for Python.
"""

import json
import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Vte", "2.91")
from gi.repository import GLib, Gtk, Vte  # noqa: E402

COLUMNS, ROWS, COMMAND = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]


class Window:
    def __init__(self):
        self.terminal = Vte.Terminal()
        self.terminal.set_scrollback_lines(10000)
        self.terminal.set_size(COLUMNS, ROWS)
        self.window = Gtk.Window()
        self.window.add(self.terminal)
        self.window.show_all()
        self.wanted = (COLUMNS, ROWS)
        self.resize(COLUMNS, ROWS)
        self.terminal.spawn_async(
            Vte.PtyFlags.DEFAULT, os.getcwd(), COMMAND, [f"{name}={value}" for name, value in os.environ.items()], GLib.SpawnFlags.DEFAULT,
            None, None, -1, None, None)
        GLib.io_add_watch(0, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, self.read)

    def resize(self, columns, rows):
        # As a window manager does: the window gets a size in pixels, and the terminal computes its columns and rows from that.
        border = self.terminal.get_style_context().get_padding(Gtk.StateFlags.NORMAL)
        width = self.terminal.get_char_width() * columns + border.left + border.right
        height = self.terminal.get_char_height() * rows + border.top + border.bottom
        self.window.resize(width, height)
        self.wanted = (columns, rows)

    def text(self):
        position = self.terminal.get_vadjustment()
        first, last = int(position.get_lower()), int(position.get_upper()) - 1
        return self.terminal.get_text_range(first, 0, last, self.terminal.get_column_count() - 1, None)[0]

    def answer(self, request):
        if "resize" in request:
            self.resize(*request["resize"])
        if "type" in request:
            self.terminal.feed_child(request["type"].encode())
        size = [self.terminal.get_column_count(), self.terminal.get_row_count()]
        cursor = list(self.terminal.get_cursor_position())
        return {"text": self.text() if "text" in request else "", "size": size, "cursor": cursor}

    def read(self, _, condition):
        line = sys.stdin.readline()
        if not line:
            Gtk.main_quit()
            return False
        print(json.dumps(self.answer(json.loads(line))), flush=True)
        return True


Window()
Gtk.main()
