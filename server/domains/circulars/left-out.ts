import type { CircularReason } from '#contract/circulars/circulars.ts'
import type { NO_IDS } from './circular-reader.ts'
import type { StoredCircular } from './circulars.queries.ts'

/** Circulars from before a kind existed lack its ids. */
export type StoredLeftOut = Partial<Record<keyof typeof NO_IDS, number | null>> & { reason: CircularReason }

/** The people whom a circular left out, with the reason, as they were stored. */
export const storedLeftOut = ({ left_out }: Pick<StoredCircular, 'left_out'>) => left_out as unknown as StoredLeftOut[]

/** Whether this person should get the mail but has no usable address. */
export const isUnaddressed = ({ reason }: StoredLeftOut) => ['no_mail', 'unconfirmed', 'unreachable'].includes(reason)
