/** Characters that turn the direction of the text around them, and invisible ones. Joiners stay: emoji need them. */
const directions = /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what goes out
const controls = /[\u0000-\u001f\u007f-\u009f]/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what goes out
const controlsInLines = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu

/** A stranger's name or line without control and direction characters. */
export const cleanWords = (given: string): string => given.replace(directions, '').replace(controls, '').trim()

/** The same for a text of several lines, which keeps its line breaks and tabs. */
export const cleanLines = (given: string): string => given.replace(directions, '').replace(controlsInLines, '').trim()
