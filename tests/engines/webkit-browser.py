#!/usr/bin/python3
"""A WebKitGTK browser for WebKitWebDriver. Its profile lasts; the driver's own browser keeps nothing."""

import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2

profile = os.environ["WEBKIT_PROFILE"]
downloads = os.environ["WEBKIT_DOWNLOADS"]
script = os.environ["WEBKIT_SCRIPT"]
width, height = map(int, os.environ["WEBKIT_SIZE"].split("x"))
SIGTERM = 15

manager = WebKit2.WebsiteDataManager(
    base_data_directory=f"{profile}/data", base_cache_directory=f"{profile}/cache"
)
context = WebKit2.WebContext.new_with_website_data_manager(manager)
context.set_automation_allowed(True)
context.set_preferred_languages(["de-DE", "de"])


def open_view(_session):
    # Without acceleration a screenshot never comes.
    settings = WebKit2.Settings(
        enable_write_console_messages_to_stdout=True,
        hardware_acceleration_policy=WebKit2.HardwareAccelerationPolicy.ALWAYS,
    )
    scripts = WebKit2.UserContentManager()
    scripts.add_script(
        WebKit2.UserScript.new(
            script,
            WebKit2.UserContentInjectedFrames.ALL_FRAMES,
            WebKit2.UserScriptInjectionTime.START,
            None,
            None,
        )
    )
    view = WebKit2.WebView(
        web_context=context,
        settings=settings,
        user_content_manager=scripts,
        is_controlled_by_automation=True,
    )
    window = Gtk.Window(default_width=width, default_height=height, decorated=False)
    window.add(view)
    view.connect("close", lambda _view: window.destroy())
    view.connect("create", lambda _view, _action: open_view(None))
    window.show_all()
    return view


def automate(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("Journal")
    session.set_application_info(info)
    session.connect("create-web-view", open_view)


def download(_context, started):
    def decide(one, name):
        os.makedirs(downloads, exist_ok=True)
        one.set_destination(f"file://{downloads}/{name}")
        return True

    started.connect("decide-destination", decide)


context.connect("download-started", download)
context.connect("automation-started", automate)
GLib.unix_signal_add(GLib.PRIORITY_HIGH, SIGTERM, Gtk.main_quit)
Gtk.main()
