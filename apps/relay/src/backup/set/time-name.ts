export const timeName = (timestamp: string): string => timestamp.replace(/[:.]/g, '-')
