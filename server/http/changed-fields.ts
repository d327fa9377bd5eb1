import { isDeepStrictEqual } from 'node:util'

/** The sent fields, without missing ones. */
type Changed<Sent> = { [Field in keyof Sent]?: Exclude<Sent[Field], undefined> }

/** The sent fields that differ from the stored values: sending a value back changes nothing (domain §9a). */
export const changedFields = <Sent extends object>(
  stored: Readonly<Record<keyof Sent, unknown>>,
  sent: Sent,
  isSame: (stored: unknown, sent: unknown) => boolean = isDeepStrictEqual,
) =>
  Object.fromEntries(
    Object.entries(sent).filter(([field, value]) => value !== undefined && !isSame(stored[field as keyof Sent], value)),
  ) as Changed<Sent>
