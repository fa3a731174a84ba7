print("whet-bench")
