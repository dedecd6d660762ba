"""Parts of pages: the replay board in the browser, filters, the choice of a game."""
