import { threadCpuUsage } from 'node:process'

const LOOK_EVERY_MS = 2

/**
 * The longest time in ms in which `work` let nobody else have a turn, beside its result. Counted is what this thread computed, so a machine
 * that has other things to do changes nothing.
 */
export async function longestStep<T>(work: () => Promise<T>) {
  const computed = () => {
    const { user, system } = threadCpuUsage()
    return (user + system) / 1000
  }
  let longest = 0
  let last = computed()
  const look = () => {
    const now = computed()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  try {
    const result = await work()
    look()
    return { longest, result }
  } finally {
    clearInterval(timer)
  }
}
