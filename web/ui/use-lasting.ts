import { useEffect, useState } from 'react'

/** True once the condition has been true for this long: shorter waits show no sign of waiting. */
export const useLasting = (condition: boolean, milliseconds: number) => {
  const [hasLasted, setLasted] = useState(false)
  useEffect(() => {
    if (!condition) return
    const timer = setTimeout(() => setLasted(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setLasted(false)
    }
  }, [condition, milliseconds])
  return condition && hasLasted
}
