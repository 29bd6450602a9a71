// A renderer that imports this module finds the values of a frame and those of a screen as well.
@_exported import HUDFrame
@_exported import HUDScreen
