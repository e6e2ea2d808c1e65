"""The Megaminx in few turns: blocks by pruning tables, then corners by cycles put in between."""
