import { MESSAGES, Text } from '#contract/formats.ts'

/** Spec §9. */
export const USER_NAME_LENGTH = { min: 3, max: 40 } as const

/** An emoji counts once, as the database counts. */
export const UserName = Text(USER_NAME_LENGTH.max).refine(
  (name) => [...name].length >= USER_NAME_LENGTH.min,
  MESSAGES.minLength(USER_NAME_LENGTH.min),
)
