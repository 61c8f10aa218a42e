/** The words of a text, for a list of many short ones. */
export const words = (text: string): string[] => text.trim().split(/\s+/)
