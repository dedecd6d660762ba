-- What keeps names apart from people.

-- One row. `salt` makes pseudonyms, which nobody can work out who has not this store, and leaves it
-- in no export; it is written when the store is first opened. `rewrite` says that something was
-- deleted for good, whose bytes are gone only once the file is written anew.
CREATE TABLE privacy (salt VARCHAR NOT NULL, rewrite BOOLEAN NOT NULL);
