"""The polyhedra paper (2015): its n x n x n procedure, its LBL method, and its picture cubes."""
