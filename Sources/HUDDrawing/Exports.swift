@_exported import HUDFrame
@_exported import HUDScreen
