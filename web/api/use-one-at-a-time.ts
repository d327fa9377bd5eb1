import { useRef, useState } from 'react'
import { publicFailureText } from './public-failure.ts'

/** Runs one action at a time: a second click is ignored while the first works (spec §4). */
export const useOneAtATime = () => {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  // State changes show only after the next render, and a double click is faster.
  const isRunning = useRef(false)
  const goOnce = async (action: () => Promise<void>) => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setFailure(undefined)
    await action().catch((refused: unknown) => setFailure(publicFailureText(refused)))
    isRunning.current = false
    setBusy(false)
  }
  return { isBusy, failure, goOnce }
}
