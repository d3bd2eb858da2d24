"""Opens every picture in Chromium, as on a bright and a dark screen, on a phone and on paper, and checks what is seen."""
import base64
import io
import pathlib
import shutil
import sys
import urllib.parse

import html5lib
from PIL import Image
from playwright.sync_api import sync_playwright

# name, width of the window, medium, colour scheme
VIEWS = [
    ("light", 1000, "screen", "light"),
    ("dark", 1000, "screen", "dark"),
    ("narrow", 390, "screen", "light"),
    ("print", 718, "print", "dark"),
]
SCREENSHOTS = {"an ordinary ride of ten minutes with a pause and two laps", "emoji in names", "200 laps"}
SCRIPT = pathlib.Path(__file__).with_name("measure.js").read_text()


def screenshot(page, path, scheme):
    """What the browser shows, the whole page."""
    if path.suffix == ".html":
        return page.screenshot(full_page=True)
    # Playwright's own way waits for ever on a page that is an SVG. A session beside it undoes the emulation of
    # paper, so it has a page of its own.
    context = page.context.browser.new_context(viewport={"width": 980, "height": 900}, color_scheme=scheme)
    other = context.new_page()
    other.goto(page.url)
    session = context.new_cdp_session(other)
    taken = session.send("Page.captureScreenshot", {"captureBeyondViewport": True, "format": "png"})
    context.close()
    return base64.b64decode(taken["data"])


def look(page, path, view, faults):
    """Opens a file in a view and collects what is wrong with it."""
    name, width, medium, scheme = view
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(media=medium, color_scheme=scheme)
    page.goto("file://" + urllib.parse.quote(str(path)))
    found = page.evaluate(SCRIPT, path.suffix == ".html")
    dark = name == "dark"
    if (found["ground"] < 0.5) != dark:
        found["faults"].append(f"the ground has luminance {found['ground']:.2f}")
    faults += [f"{path.name} ({name}): {fault}" for fault in found["faults"]]
    return found


def check_image(data, what, faults):
    image = Image.open(io.BytesIO(data)).convert("RGB")
    colours = image.getcolors(maxcolors=1 << 24) or []
    most = max(count for count, _ in colours)
    if len(colours) < 16 or most > 0.98 * image.width * image.height:
        faults.append(f"{what}: the screenshot is as good as blank")


def main():
    directory = pathlib.Path(sys.argv[1]).resolve()
    files = sorted(directory.glob("*.html")) + sorted(directory.glob("*.svg"))
    if len(files) < 2 or len(files) % 2:
        sys.exit(f"{directory} does not hold a page and a picture of each workout: run the unit tests first")
    shots = directory / "screenshots"
    shots.mkdir(exist_ok=True)
    faults, noise, views = [], [], 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_context().new_page()
        page.on("console", lambda message: noise.append(f"{page.url}: {message.text}"))
        page.on("pageerror", lambda error: noise.append(f"{page.url}: {error}"))
        page.on("request", lambda request: request.url != page.url and requests.append(request.url))
        requests = []
        for path in files:
            text = path.read_text()
            if path.suffix == ".html":
                parser = html5lib.HTMLParser()
                parser.parse(text)
                faults += [f"{path.name}: HTML {place}: {code}" for place, code, _ in parser.errors]
            for view in VIEWS if path.suffix == ".html" else VIEWS[:2]:
                look(page, path, view, faults)
                views += 1
                if path.stem in SCREENSHOTS:
                    data = screenshot(page, path, view[3])
                    check_image(data, f"{path.name} ({view[0]})", faults)
                    (shots / f"{path.stem} {path.suffix[1:]} {view[0]}.png").write_bytes(data)
        browser.close()
    own = {"file://" + urllib.parse.quote(str(path)) for path in files}
    faults += [f"something else was asked for: {url}" for url in requests if url not in own]
    faults += noise
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{len(files)} pictures in {views} views: {len(faults)} faults")
    sys.exit(1 if faults else 0)


main()
