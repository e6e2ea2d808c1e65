"""The figures of the five documents that can be measured, beside ours."""
