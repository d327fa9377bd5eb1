const STORED = /^emergency_user_id:(\d+)$/
const NAMED = /^emergency_user_id:(.+)$/
/** Older entries say only that there is another account. */
const UNNAMED = 'emergency_user_id'

const LABEL = 'Notfallkonto'

/** How the log stores which account a school chose as its emergency account: by its id. Readers get the name instead. */
export const emergencyField = (account: number | string) => `emergency_user_id:${account}`

/** The ids of the emergency accounts that these fields name. */
export const emergencyIds = (fields: readonly string[]) =>
  fields.flatMap((field) => {
    const id = STORED.exec(field)?.[1]
    return id === undefined ? [] : [Number(id)]
  })

/** The fields with the name in place of the id, for accounts that the reader may see. */
export const withEmergencyName = (fields: readonly string[], nameOf: (id: number) => string | undefined) =>
  fields.map((field) => {
    const name = emergencyIds([field]).map(nameOf)[0]
    return name === undefined ? field : emergencyField(name)
  })

/** Whether the entry names an emergency account. */
export const namesEmergency = (fields: readonly string[]) => fields.some((field) => NAMED.test(field))

/** „Notfallkonto: Kim Keller“, or without a name when it is not known; undefined for every other field. */
export const emergencyText = (field: string) => {
  if (field === UNNAMED || STORED.test(field)) return LABEL
  const name = NAMED.exec(field)?.[1]
  return name && `${LABEL}: ${name}`
}
