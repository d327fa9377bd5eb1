/** Who has custody follows from the family's declaration and the position of the person (domain §3.3). */
export const hasCustody = (custody: string, position: number) => position === 1 || custody === 'joint'
