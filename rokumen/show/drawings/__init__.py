"""Drawings as SVG, PNG, PDF or HTML."""
