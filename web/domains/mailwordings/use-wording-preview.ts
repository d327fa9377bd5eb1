import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { WordingKey } from '#contract/mailwordings/mailwordings.texts.ts'
import { mailWordingEndpoints, type WordingText, wordingText } from '#contract/mailwordings/mailwordings.ts'
import { call } from '#web/api/client.ts'
import { queryKey } from '#web/api/queries.ts'

const PAUSE_MS = 300

/** What the server makes of the text; while it is faulty, the last one that was not. */
export const useWordingPreview = (key: WordingKey, typed: WordingText) => {
  // As text: an object that is made anew at each drawing would never settle.
  const [text] = useDebouncedValue(JSON.stringify(typed), PAUSE_MS)
  const settled = JSON.parse(text) as WordingText
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
