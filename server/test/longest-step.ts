import { threadCpuUsage } from 'node:process'

const LOOK_EVERY_MS = 2

/** Documents and files that give way take at most a quarter in one step, and without it three quarters and more. */
export const STEP_SHARE_MAX = 0.6

/**
 * The longest time in which `work` let nobody else have a turn, as a share (0 to 1) of all that this thread computed for it, beside its
 * result. A share, not a time: on a machine that has other things to do each step takes longer, and so does the whole.
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
