"""Renders the public pages with the page's own components, in a V8 isolate of a child process."""
