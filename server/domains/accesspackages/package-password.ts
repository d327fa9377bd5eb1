import { randomInt } from 'node:crypto'

/** Letters and digits that nobody mistakes for another on paper or on the phone. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 5
const GROUP_LETTERS = 4

/** Twenty letters in groups: 99 bits, because the zip's own key derivation is cheap to try. */
export const makePackagePassword = () =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-')
