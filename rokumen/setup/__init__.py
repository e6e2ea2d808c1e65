"""Setting up a robot: the steps as dialogues, without a view; `wizard` runs them."""
