import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { WordingKey } from '#contract/mailwordings.texts.ts'
import { mailWordingEndpoints, type WordingText, wordingText } from '#contract/mailwordings.ts'
import { call } from '#web/api/client.ts'
import { queryKey } from '#web/api/queries.ts'

const PAUSE_MS = 300

/** The value once nobody has typed for a moment. */
const useSettled = <T>(value: T) => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** What the server makes of the text; while it is faulty, the last one that was not. */
export const useWordingPreview = (key: WordingKey, typed: WordingText) => {
  const settled = JSON.parse(useSettled(JSON.stringify(typed))) as WordingText
  const isFaulty = !wordingText(key).safeParse(settled).success
  const { data, isError } = useQuery({
    queryKey: [...queryKey(mailWordingEndpoints.preview, { params: { key } }), settled],
    queryFn: ({ signal }) => call(mailWordingEndpoints.preview, { params: { key }, body: settled, signal }),
    placeholderData: keepPreviousData,
    enabled: !isFaulty,
    meta: { quiet: true },
  })
  return { mail: data, isFaulty, isError }
}
