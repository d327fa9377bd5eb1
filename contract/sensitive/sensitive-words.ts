/** Domain §5.3: words that speak of health in a free text; a hint asks, nothing is refused. */
const WORDS = /ADHS|Autis|Epilep|Diagnos|Asthma|Allergi|\bHIV\b|Depressi/i

export const SENSITIVE_HINT = 'Gehört das in „Vertraulich“?'

/** Whether a free text may hold what belongs among the confidential entries. */
export const soundsConfidential = (text: string) => WORDS.test(text)
