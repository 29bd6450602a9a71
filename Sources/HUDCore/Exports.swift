// A program that uses a HUD needs one import.
@_exported import HUDFrame
