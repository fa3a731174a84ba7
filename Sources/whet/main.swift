print("whet")
