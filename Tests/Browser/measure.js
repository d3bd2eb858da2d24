// What is wrong with the page as it is shown now: text that is cut off, lies on other text, cannot be read against its
// ground or is missing; shares that do not add up. The argument says whether the page is HTML.
(isPage) => {
    const faults = [];
    const visible = (element) => element.getClientRects().length > 0;
    const luminance = (colour) => {
        const [red, green, blue] = colour.match(/[\d.]+/g).map((part) => {
            const share = part / 255;
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const page = isPage ? document.body : document.querySelector("rect.page");
    const ground = luminance(getComputedStyle(page)[isPage ? "backgroundColor" : "fill"]);

    const describe = (element) => `"${element.textContent.trim().slice(0, 40)}"`;
    const readable = (element, colour) => {
        const light = [luminance(colour), ground].sort((first, second) => second - first);
        const contrast = (light[0] + 0.05) / (light[1] + 0.05);
        if (contrast < 4.5) faults.push(`${describe(element)} has a contrast of ${contrast.toFixed(1)}`);
    };

    const pictures = [...document.querySelectorAll("svg")].filter(visible);
    for (const picture of pictures) {
        const frame = picture.getBoundingClientRect();
        const texts = [...picture.querySelectorAll("text")].map((element) => ({
            element, box: element.getBoundingClientRect(),
        }));
        for (const { element, box } of texts) {
            if (element.textContent.trim() === "") faults.push("a text is empty");
            if (box.left < frame.left - 1 || box.right > frame.right + 1
                || box.top < frame.top - 1 || box.bottom > frame.bottom + 1) {
                faults.push(`${describe(element)} is cut off`);
            }
            readable(element, getComputedStyle(element).fill);
        }
        // A line box is higher than its letters: what overlaps by a sixth of the height does not touch.
        const touch = (first, second) => {
            const slack = Math.min(first.height, second.height) / 6;
            return first.left < second.right && second.left < first.right
                && first.top + slack < second.bottom - slack && second.top + slack < first.bottom - slack;
        };
        texts.forEach(({ element, box }, index) => {
            for (const other of texts.slice(index + 1)) {
                if (touch(box, other.box)) faults.push(`${describe(element)} lies on ${describe(other.element)}`);
            }
        });
        // One column of shares for each distribution, by the right edge.
        const shares = new Map();
        for (const { element, box } of texts) {
            if (!/^\d+\.\d %$/.test(element.textContent)) continue;
            const heading = texts.filter(({ element: candidate, box: place }) =>
                candidate.classList.contains("heading") && place.top < box.top && place.left < box.left)
                .pop().element.textContent;
            shares.set(heading, (shares.get(heading) ?? 0) + Math.round(10 * parseFloat(element.textContent)));
        }
        for (const [heading, sum] of shares) {
            if (sum !== 1000 && sum !== 0) faults.push(`${heading} adds up to ${sum / 10} %`);
        }
    }

    if (isPage) {
        if (pictures.length > 1) faults.push("both the wide and the narrow pictures are shown");
        if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is wider than its window");
        for (const element of document.querySelectorAll("h1, p, dt, dd, th, td, caption, footer")) {
            if (!visible(element)) faults.push(`${describe(element)} is not shown`);
            if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== "inline") {
                faults.push(`${describe(element)} is cut off`);
            }
            readable(element, getComputedStyle(element).color);
        }
        for (const table of document.querySelectorAll("table")) {
            const texts = [...table.querySelectorAll("td:last-child")].map((cell) => cell.textContent)
                .filter((text) => /^\d+\.\d %$/.test(text));
            const sum = texts.reduce((total, text) => total + Math.round(10 * parseFloat(text)), 0);
            if (sum !== 1000 && sum !== 0) faults.push(`the table ${table.caption.textContent} adds up to ${sum / 10} %`);
        }
    }
    return { faults, ground };
}
