/** The two of the scheduler's grades that are given: 1 is "again", 3 is "good". */
export const grades = [1, 3] as const
export type Grade = (typeof grades)[number]

export const again = 1
export const good = 3
