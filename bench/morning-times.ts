/** Latencies in steps of 4 %, so that those of many processes and minutes can be added up. */
const STEP = Math.log(1.04)
const FIRST_MS = 0.05

const slotOf = (milliseconds: number) => Math.max(0, Math.ceil(Math.log(milliseconds / FIRST_MS) / STEP))
const limitOf = (slot: number) => FIRST_MS * Math.exp(slot * STEP)

/** Counts by slot; plain, because it travels between processes. */
export type Times = Record<number, number>

export const addTime = (times: Times, milliseconds: number) => {
  const slot = slotOf(milliseconds)
  times[slot] = (times[slot] ?? 0) + 1
}

export const mergeTimes = (all: readonly Times[]): Times => {
  const merged: Times = {}
  for (const times of all)
    for (const [slot, count] of Object.entries(times)) merged[Number(slot)] = (merged[Number(slot)] ?? 0) + count
  return merged
}

export const countOf = (times: Times) => Object.values(times).reduce((sum, count) => sum + count, 0)

/** The upper limit of the slot where this share of all is reached; NaN without any. */
export function percentileOf(times: Times, share: number) {
  const wanted = countOf(times) * share
  let seen = 0
  for (const slot of Object.keys(times)
    .map(Number)
    .sort((a, b) => a - b)) {
    seen += times[slot] ?? 0
    if (seen >= wanted) return limitOf(slot)
  }
  return Number.NaN
}
