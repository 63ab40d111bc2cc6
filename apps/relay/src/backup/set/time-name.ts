/** A time in RFC 3339 as part of a file's name, which some systems allow neither colons nor full stops in. */
export const timeName = (timestamp: string): string => timestamp.replace(/[:.]/g, '-')
