// A renderer needs one import: of what a frame says, and of what a screen shows.
@_exported import HUDFrame
@_exported import HUDScreen
