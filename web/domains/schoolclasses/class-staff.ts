import type { Schoolclass, schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import type { Reply } from '#web/api/client.ts'

export type ClassOptions = Reply<typeof schoolclassEndpoints.formOptions>

/** Who may be chosen: everybody who works here, and who holds a function of this class already. */
export const staffOptions = ({ employees }: ClassOptions, schoolclass: Schoolclass | undefined) => {
  const held = [...(schoolclass?.responsible_teachers ?? []), ...(schoolclass?.assigned_employees ?? [])]
  const unknown = held.filter(({ id }) => employees.every((one) => one.id !== id))
  return [...employees, ...unknown].map(({ id, name, short_name }) => ({
    value: String(id),
    label: short_name ? `${name} (${short_name})` : name,
  }))
}
