/** The size and refill rate of a token bucket. */
export interface BucketSize {
  most: number
  perSecond: number
}

/** A rate limit that refills over time. */
export class TokenBucket {
  readonly #size: BucketSize
  #left: number
  #filledAt = performance.now()

  constructor(size: BucketSize) {
    this.#size = size
    this.#left = size.most
  }

  /** Consumes one token. @returns whether the bucket had one */
  take(): boolean {
    this.#refill()
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }

  /** Returns the number of tokens left, and the seconds until the bucket is full. */
  state(): { left: number; secondsUntilFull: number } {
    this.#refill()
    const { most, perSecond } = this.#size
    return { left: Math.floor(this.#left), secondsUntilFull: Math.ceil((most - this.#left) / perSecond) }
  }

  #refill(): void {
    const now = performance.now()
    const { most, perSecond } = this.#size
    this.#left = Math.min(most, this.#left + ((now - this.#filledAt) / 1_000) * perSecond)
    this.#filledAt = now
  }
}
