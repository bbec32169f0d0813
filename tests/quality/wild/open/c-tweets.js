window.YTD.tweets.part0 = [
  {
    "tweet": {
      "id": "1874000000000000001",
      "id_str": "1874000000000000001",
      "full_text": "The bridge is closed &amp; the ferry runs.",
      "created_at": "Wed Jan 01 10:00:00 +0000 2025",
      "favorite_count": "3",
      "retweet_count": "1",
      "lang": "en"
    }
  },
  {
    "tweet": {
      "id_str": "1874000000000000002",
      "full_text": "Until May.",
      "created_at": "Thu Jan 02 10:00:00 +0000 2025",
      "lang": "en"
    }
  }
]