// A program that draws HUDs needs one import.
@_exported import HUDCore
@_exported import HUDDrawing
@_exported import HUDReports
@_exported import HUDScreen
