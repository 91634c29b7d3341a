-- No change: holds the number until the migration that it is reserved for replaces this file.
DO 0;
