import { threadCpuUsage } from 'node:process'

const LOOK_EVERY_MS = 2

/**
 * Documents and files that pause take at most a quarter of the time in one step, and without pauses three quarters and
 * more.
 */
export const STEP_SHARE_MAX = 0.6

/**
 * The longest time for which `work` blocked everything else, as a share (0 to 1) of all the processor time this thread
 * used for it, together with its result. It is a share, not a time, because on a busy machine both each step and the
 * whole take longer.
 */
export async function longestStep<T>(work: () => Promise<T>) {
  const computed = () => {
    const { user, system } = threadCpuUsage()
    return (user + system) / 1000
  }
  let longest = 0
  const start = computed()
  let last = start
  const look = () => {
    const now = computed()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  try {
    const result = await work()
    look()
    return { share: longest / (last - start), result }
  } finally {
    clearInterval(timer)
  }
}
