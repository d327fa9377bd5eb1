/** The format in which the log stores the number of a deleted application, which is nothing personal. */
export const notedNumber = (number: string) => `number:${number}`

const NUMBER = /^number:(\S+)$/

/** „FSW-2027-0029“, which names an application that no longer exists; undefined where no number was stored. */
export const numberIn = (fields: readonly string[]) => fields.map((field) => NUMBER.exec(field)?.[1]).find(Boolean)
