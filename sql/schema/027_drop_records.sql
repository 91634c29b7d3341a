-- Records of characters are computed from their days; no release has filled this table.
DROP TABLE IF EXISTS records;
